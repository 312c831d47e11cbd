import Link from "next/link";

/** Title of a page about one thing: the list it belongs to, as a link, and its name. */
export function TrailTitle(props: { href: string; list: string; children: React.ReactNode }) {
  const { href, list, children } = props;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link href={href} className="font-normal text-muted text-sm hover:text-text">
        {list}
      </Link>
      <span className="text-faint">/</span>
      {children}
    </span>
  );
}
