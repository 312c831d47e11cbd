/** Where a stored picture, or one drawn from a recording, is read. */
export const blobUrl = (hash: string): string => `/api/blobs/${hash}`;
