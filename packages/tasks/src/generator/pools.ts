/** Words and numbers that tasks are made of. */
export interface Pool {
  /** Stems of file names. */
  names: readonly string[];
  folders: readonly string[];
  sheets: readonly string[];
  headers: readonly string[];
  /** Entries of tables and words to replace by. */
  entries: readonly string[];
  verbs: readonly string[];
  adjectives: readonly string[];
  nouns: readonly string[];
  markers: readonly string[];
  toggles: readonly string[];
  /** Rows of data that a table has. */
  heights: readonly number[];
  /** Letters of columns to sort by. */
  sortColumns: readonly string[];
  /** Whether a number or a cell belongs to this pool; those of one pool are in no other. */
  hasNumber(value: number): boolean;
  hasCell(row: number, column: number): boolean;
}

const words = (text: string): string[] => text.split(" ");
const isHeldNumber = (value: number): boolean => value % 4 === 3;
const isHeldCell = (row: number, column: number): boolean => (row + column) % 3 === 0;

/** What training draws from. */
export const TRAIN_POOL: Pool = {
  names: words(
    "amber basalt canyon delta ember falcon garnet harbor indigo jasper kestrel lagoon maple nectar onyx pebble quartz river saffron tundra umber velvet willow zephyr",
  ),
  folders: words("Archive Backlog Drafts Exports Invoices Letters Meetings Offers Reports Surveys"),
  sheets: words("Stock Orders Budget Sales Crew Routes"),
  headers: words("Price Count Weight Cost Hours Score Stock Miles"),
  entries: words(
    "Lisbon Oslo Madrid Vienna Dublin Prague Athens Warsaw Geneva Zagreb Naples Porto Turin Krakow Bergen Malmo Anna Boris Clara David Emma Felix Greta Henry Irene Jonas Karin Leon Maria Nils Olga Paul",
  ),
  verbs: words("Order Collect Repair Paint Deliver Check Clean Count Move Sell Print Pack"),
  adjectives: words("blue green heavy broken wooden empty spare large narrow yellow round old"),
  nouns: words(
    "chairs tables lamps boxes windows doors pumps cables mirrors shelves bottles ladders bricks filters",
  ),
  markers: words("LATER URGENT CANCELLED UNSURE OPEN"),
  toggles: ["Wi-Fi", "Bluetooth", "Night Light", "Do Not Disturb", "Power Saver"],
  heights: [4, 5, 6],
  sortColumns: ["B", "C"],
  hasNumber: (value) => !isHeldNumber(value),
  hasCell: (row, column) => !isHeldCell(row, column),
};

/** What the held-out tasks draw from: nothing of it occurs in training. */
export const HELD_OUT_POOL: Pool = {
  names: words(
    "aspen bronze cobalt dune elm fjord glacier hazel iris juniper koral lichen marble nimbus opal prairie",
  ),
  folders: words("Contracts Estimates Memos Receipts Sketches Tickets"),
  sheets: words("Ledger Fleet Payroll Harvest"),
  headers: words("Amount Volts Pages Points Liters Trips"),
  entries: words(
    "Seville Tampere Lyon Bruges Cork Gdansk Split Trieste Basel Aarhus Rosa Simon Tilda Ulrich Vera Walter Xenia Yusuf Zora Bruno",
  ),
  verbs: words("Mend Ship Weigh Label Rent Polish Store Measure"),
  adjectives: words("red tall rusty square silver thin bright young"),
  nouns: words("carpets barrels engines curtains baskets helmets hammers kettles candles saddles"),
  markers: words("PENDING DOUBTFUL POSTPONED"),
  toggles: ["Airplane Mode", "Automatic Updates", "Location Services"],
  heights: [7, 8],
  sortColumns: ["D"],
  hasNumber: isHeldNumber,
  hasCell: isHeldCell,
};
