/** The two levels the provider speaks at; a pino logger fits. */
export interface ProviderLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export const SILENT: ProviderLog = { info: () => {}, warn: () => {} };
