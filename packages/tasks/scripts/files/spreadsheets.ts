import ExcelJS from "exceljs";
import { repack } from "./repack.ts";

type Cell = string | number | Date | null;
type Sheets = Record<string, Cell[][]>;

async function spreadsheet(sheets: Sheets): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = "DeskRL";
  workbook.created = new Date(Date.UTC(2025, 0, 1));
  workbook.modified = workbook.created;
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name);
    sheet.addRows(rows);
    for (const [index, value] of (rows[1] ?? []).entries()) {
      const column = sheet.getColumn(index + 1);
      column.width = 14;
      if (value instanceof Date) column.numFmt = "yyyy-mm-dd";
    }
  }
  return repack(new Uint8Array(await workbook.xlsx.writeBuffer()));
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** The suite's spreadsheets by name. */
export const SPREADSHEETS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  "sales.xlsx": () =>
    spreadsheet({
      Sales: [
        ["Month", "North", "South", "Total"],
        ["January", 1200, 950],
        ["February", 1340, 870],
        ["March", 1100, 1020],
        ["April", 1580, 990],
        ["May", 1490, 1130],
        ["June", 1725, 1210],
      ],
    }),
  "expenses.xlsx": () =>
    spreadsheet({
      Expenses: [
        ["Item", "Category", "Amount"],
        ["Train tickets", "Travel", 184.5],
        ["Printer paper", "Office", 39.9],
        ["Client lunch", "Meals", 76.2],
        ["Hotel Berlin", "Travel", 412],
        ["Toner", "Office", 128.75],
        ["Taxi", "Travel", 33.4],
        ["Team breakfast", "Meals", 58.1],
        ["Desk lamp", "Office", 45],
      ],
    }),
  "students.xlsx": () =>
    spreadsheet({
      Grades: [
        ["Student", "Score", "Result"],
        ["Amara", 78],
        ["Bruno", 49],
        ["Chen", 91],
        ["Divya", 50],
        ["Elif", 34],
        ["Farid", 66],
      ],
    }),
  "inventory.xlsx": () =>
    spreadsheet({
      Stock: [
        ["Product", "Quantity", "Unit price", "Status"],
        ["Stapler", 42, 8.5, "In stock"],
        ["Notebook", 310, 2.25, "In stock"],
        ["Whiteboard", 0, 89, "N/A"],
        ["Marker set", 125, 6.75, "In stock"],
        ["Projector", 0, 540, "N/A"],
        ["Paper clips", 900, 1.1, "In stock"],
        ["Label printer", 0, 120, "N/A"],
        ["Scissors", 64, 4.4, "In stock"],
      ],
    }),
  "employees.xlsx": () =>
    spreadsheet({
      Staff: [
        ["Name", "Department", "Started", "Salary", "City"],
        ["Ines Moreau", "Finance", day("2019-03-01"), 52000, "Lyon"],
        ["Tomasz Nowak", "Sales", day("2021-07-15"), 47500, "NYC"],
        ["Priya Shah", "Engineering", day("2018-11-05"), 68000, "London"],
        ["Jonas Berg", "Sales", day("2022-02-01"), 45000, "Oslo"],
        ["Mei Tanaka", "Engineering", day("2020-05-18"), 71000, "NYC"],
        ["Luca Ferri", "Finance", day("2023-01-09"), 49500, "Milan"],
        ["Sara Lind", "Engineering", day("2017-09-25"), 73500, "NYC"],
      ],
    }),
  "budget.xlsx": () =>
    spreadsheet({
      Sheet1: [
        ["Department", "Planned", "Spent"],
        ["Marketing", 24000, 19850],
        ["Research", 41000, 38200],
        ["Support", 15500, 16120],
      ],
      Notes: [["Figures in EUR"], ["Checked by finance"]],
    }),
  "growth.xlsx": () =>
    spreadsheet({
      Growth: [
        ["Region", "Last year", "Growth"],
        ["North", 18200, 0.0725],
        ["East", 15150, 0.1304],
        ["South", 20940, -0.0181],
        ["West", 17600, 0.045],
      ],
    }),
  "tickets.xlsx": () =>
    spreadsheet({
      Tickets: [
        ["Ticket", "Owner", "State"],
        ["Login page is slow", "Mia"],
        ["Logo is blurred", "Omar"],
        ["Export fails", "Mia"],
        ["Typo on start page", "Yuki"],
        ["Search finds nothing", "Omar"],
      ],
    }),
  "report.xlsx": () =>
    spreadsheet({
      Report: [
        ["Quarterly report", null, null, null],
        ["Quarter", "Revenue", "Costs", "Profit"],
        ["Q1", 82000, 61000, 21000],
        ["Q2", 87500, 64200, 23300],
        ["Q3", 79900, 63100, 16800],
        ["Q4", 95400, 70050, 25350],
      ],
    }),
  "contacts.xlsx": () =>
    spreadsheet({
      Contacts: [
        ["Name", "Email"],
        ["Ada Byron", "ada@example.org"],
      ],
    }),
  "invoice.xlsx": () =>
    spreadsheet({
      Invoice: [
        ["Position", "Hours", "Rate", "Sum"],
        ["Consulting", 12, 95, 1140],
        ["Workshop", 6, 110, 660],
        ["Travel time", 3, 45, 135],
        ["Total", null, null, 1935],
      ],
    }),
  "orders.xlsx": () => spreadsheet({ Orders: [["Order", "Customer", "Amount"]] }),
  "levels.xlsx": () => spreadsheet({ Levels: [["Level", "Count"], ["ERROR"], ["WARN"], ["INFO"]] }),
  "prices.xlsx": () =>
    spreadsheet({
      Prices: [
        ["Product", "Price"],
        ["Basic", 19],
        ["Standard", 39],
        ["Premium", 79],
      ],
    }),
};
