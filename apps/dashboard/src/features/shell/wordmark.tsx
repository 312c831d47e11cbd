/** The product's name with its mark. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-base tracking-tight">
      <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" className="text-accent">
        <rect
          x="1.5"
          y="3"
          width="17"
          height="11.5"
          rx="2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
        />
        <path d="M7 17.500h6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        <path d="M8 6l5 2.900-2.300.6-1.200 2.100z" fill="currentColor" />
      </svg>
      DeskRL
    </span>
  );
}
