/** How nuqs, which keeps the state of a page in its address, marks what it writes there. */
const PAGE_STATE = "__nuqs__";

/** The methods that Next.js and nuqs have put around those of the browser; null while no page is being left. */
let wrapped: Pick<History, "pushState" | "replaceState"> | null = null;

/**
 * Call when a page is about to be left for another. The state of a page is written into its address some moments after
 * it changed, in order not to write too often, and Next.js takes every such write for a wish to be where it points: one
 * that comes while the next page is on its way calls that off. So from here until the router writes the next address,
 * state of the page is written past Next.js. It is still kept: Back shows the page as it was left.
 */
export function leavePage(to: string): void {
  const left = location.pathname + location.search;
  if (wrapped || !isElsewhere(left, to)) return;
  const { pushState, replaceState } = history;
  wrapped = { pushState, replaceState };
  const write =
    (method: "pushState" | "replaceState"): History["pushState"] =>
    (data, marker, url) => {
      if (marker === PAGE_STATE) {
        History.prototype.replaceState.call(history, history.state, "", url);
        return;
      }
      // Until then the router may write the address of the page being left once more.
      if (url && isElsewhere(left, url)) stay();
      (method === "pushState" ? pushState : replaceState).call(history, data, marker, url);
    };
  history.pushState = write("pushState");
  history.replaceState = write("replaceState");
  addEventListener("popstate", stay, { once: true });
}

function stay(): void {
  if (wrapped) Object.assign(history, wrapped);
  wrapped = null;
  removeEventListener("popstate", stay);
}

function isElsewhere(left: string, url: string | URL): boolean {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search !== left;
}
