import { buttonClass, EmptyNote } from "@deskrl/ui";
import Link from "next/link";

export default function NotFound() {
  return (
    <main className="pt-[12vh]">
      <EmptyNote
        title="There is no such page"
        action={
          <Link href="/" className={buttonClass("primary")}>
            Go to the start page
          </Link>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyNote>
    </main>
  );
}
