/**
 * What the provider does with a cluster, as `verb resource`, when it reaches guests by pod address. Through the API
 * server it needs `create pods/portforward` and `get pods/portforward` besides.
 */
export const PROVIDER_RIGHTS: readonly string[] = [
  "create pods",
  "delete pods",
  "get pods",
  "list pods",
  "patch pods",
  "watch pods",
  "get pods/log",
  "list events",
];
