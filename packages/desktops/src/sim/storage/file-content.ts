/** What a file holds. Its bytes are made only when someone reads them. */
export interface FileContent {
  bytes(): Uint8Array;
}

/** A text file; equal texts are equal files. */
export class TextContent implements FileContent {
  readonly text: string;
  #bytes: Uint8Array | null = null;

  constructor(text: string) {
    this.text = text;
  }

  bytes(): Uint8Array {
    this.#bytes ??= new TextEncoder().encode(this.text);
    return this.#bytes;
  }
}

/** Bytes as they were uploaded. */
export class BytesContent implements FileContent {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bytes(): Uint8Array {
    return this.#bytes;
  }
}

/** The file as text, whatever it was made from. */
export function textOf(content: FileContent): string {
  return content instanceof TextContent ? content.text : new TextDecoder().decode(content.bytes());
}
