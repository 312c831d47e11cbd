import type { NextConfig } from "next";

/** For `next dev` alone: where a control plane listens, so that its paths can be forwarded. Unset in production. */
const controlPlaneUrl = process.env.DESKRL_CONTROL_PLANE_URL?.replace(/\/$/, "");

const config: NextConfig = {
  transpilePackages: ["@deskrl/ui", "@deskrl/domain", "@deskrl/protocol"],
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  /** `npm run typecheck` covers this app together with the packages it imports; a build need not do it again. */
  typescript: { ignoreBuildErrors: true },
  /** In production the control plane stands in front and serves these paths itself. */
  async rewrites() {
    if (!controlPlaneUrl) return [];
    return ["/trpc/:path*", "/api/:path*", "/socket.io", "/socket.io/:path*", "/vnc"].map((source) => ({
      source,
      destination: `${controlPlaneUrl}${source}`,
    }));
  },
};

export default config;
