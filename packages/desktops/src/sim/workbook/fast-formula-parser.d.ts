declare module "fast-formula-parser" {
  interface CellReference {
    row: number;
    col: number;
    sheet?: string;
  }
  interface RangeReference {
    from: { row: number; col: number };
    to: { row: number; col: number };
    sheet?: string;
  }
  interface Position {
    row: number;
    col: number;
    sheet: string;
  }
  class FormulaError extends Error {
    constructor(name: string, message?: string);
    static VALUE: FormulaError;
    static NAME: FormulaError;
    static NUM: FormulaError;
    static NA: FormulaError;
    static REF: FormulaError;
    static DIV0: FormulaError;
    static NULL: FormulaError;
    toString(): string;
  }
  class DepParser {
    constructor(config?: { onVariable?: (name: string, sheet: string) => CellReference | null });
    parse(formula: string, position: Position): (CellReference | RangeReference)[];
  }
  class FormulaParser {
    constructor(config: {
      onCell: (reference: CellReference) => unknown;
      onRange: (reference: RangeReference) => unknown[][];
      functions?: Record<string, (...args: unknown[]) => unknown>;
    });
    parse(formula: string, position: Position): unknown;
    static SSF: { format(format: string, value: number): string };
    static DepParser: typeof DepParser;
    static FormulaError: typeof FormulaError;
  }
  export default FormulaParser;
}
