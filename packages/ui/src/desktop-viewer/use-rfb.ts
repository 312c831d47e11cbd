/// <reference path="./novnc.d.ts" />
"use client";
import type RFB from "@novnc/novnc";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Failure, failingHop, type Progress, retryDelayMs, type ViewState } from "./view-state.logic.ts";

/**
 * What a view needs from the application: a fresh single-use address for each attempt.
 * @throws an object with `code` and `message` when refused
 */
export type TicketSource = (signal: AbortSignal) => Promise<string>;

export interface UseRfbOptions {
  target: RefObject<HTMLElement | null>;
  ticket: TicketSource;
  /** False while there is nothing to show, such as a desktop that is still starting. */
  enabled: boolean;
  viewOnly: boolean;
  fit: boolean;
}

export interface RfbView {
  state: ViewState;
  /** The last frame and when it was seen, kept when the connection is lost. */
  lastFrame: { url: string; atMs: number } | null;
  retryNow: () => void;
  /** Releases every modifier key on the desktop. */
  releaseKeys: () => void;
}

/**
 * Keeps a live view of a desktop: connects with a ticket, reconnects with back-off, stops while the tab is hidden,
 * and lets go of everything on unmount. A change of `viewOnly` reconnects, since control needs a ticket of its own.
 */
export function useRfb({ target, ticket, enabled, viewOnly, fit }: UseRfbOptions): RfbView {
  const [state, setState] = useState<ViewState>({ phase: "connecting", attempt: 1 });
  const [lastFrame, setLastFrame] = useState<RfbView["lastFrame"]>(null);
  const [round, setRound] = useState(0);
  const rfb = useRef<RFB | null>(null);
  const visible = useVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for a new attempt at once
  useEffect(() => {
    const element = target.current;
    if (!element || !enabled) return;
    if (!visible) {
      setState({ phase: "hidden" });
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempt = 1;

    const fail = (failure: Failure) => {
      if (abort.signal.aborted) return;
      const { hop, reason, final } = failingHop(failure);
      if (final) return setState({ phase: "gone", reason });
      const delay = retryDelayMs(attempt);
      setState({ phase: "lost", hop, reason, attempt, retryAtMs: Date.now() + delay });
      attempt += 1;
      timer = setTimeout(connect, delay);
    };

    const connect = async () => {
      setState({ phase: "connecting", attempt });
      let progress: Progress = "ticket";
      try {
        const [{ default: Rfb }, path] = await Promise.all([import("@novnc/novnc"), ticket(abort.signal)]);
        if (abort.signal.aborted) return;
        progress = "dialling";
        const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
        let closeReason = "";
        socket.addEventListener("open", () => {
          if (progress === "dialling") progress = "handshake";
        });
        socket.addEventListener("close", (event) => {
          closeReason = event.reason;
        });
        const view = new Rfb(element, socket, { shared: true });
        rfb.current = view;
        view.viewOnly = viewOnly;
        view.scaleViewport = fit;
        view.showDotCursor = !viewOnly;
        view.background = "transparent";
        view.addEventListener("connect", () => {
          progress = "live";
          attempt = 1;
          setState({ phase: "live" });
        });
        view.addEventListener("disconnect", () => {
          if (progress === "live" && !abort.signal.aborted) keepFrame(view, setLastFrame);
          if (rfb.current === view) rfb.current = null;
          // The socket's own close event, which carries the reason, comes in the same turn.
          setTimeout(() => fail({ progress, online: navigator.onLine, closeReason }), 0);
        });
      } catch (error) {
        fail({ progress, online: navigator.onLine, ...describe(error) });
      }
    };
    void connect();

    return () => {
      abort.abort();
      clearTimeout(timer);
      rfb.current?.disconnect();
      rfb.current = null;
      // noVNC removes its own nodes once the socket has closed; a new view must not wait for that.
      element.replaceChildren();
    };
  }, [target, ticket, enabled, viewOnly, visible, round]);

  useEffect(() => {
    if (rfb.current) rfb.current.scaleViewport = fit;
  }, [fit]);

  const retryNow = useCallback(() => setRound((value) => value + 1), []);
  const releaseKeys = useCallback(() => {
    for (const keysym of MODIFIERS) rfb.current?.sendKey(keysym, null, false);
  }, []);
  return { state, lastFrame, retryNow, releaseKeys };
}

/** Shift, Control, Caps, Meta, Alt, Super, Hyper, left and right, and AltGr. */
const MODIFIERS = [0xffe1, 0xffe2, 0xffe3, 0xffe4, 0xffe7, 0xffe8, 0xffe9, 0xffea, 0xffeb, 0xffec, 0xfe03];

function keepFrame(view: RFB, set: (frame: RfbView["lastFrame"]) => void): void {
  try {
    set({ url: view.toDataURL("image/jpeg", 0.7), atMs: Date.now() });
  } catch {
    set(null);
  }
}

function describe(error: unknown): { code?: string; message?: string } {
  if (typeof error !== "object" || error === null) return {};
  return {
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    ...("message" in error && typeof error.message === "string" ? { message: error.message } : {}),
  };
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return visible;
}
