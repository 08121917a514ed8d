import { describe, expect, test } from "vitest";
import { daysAfter } from "#shared/time.ts";
import { documentNumber, wrongNumber, type DocumentType } from "#shared/identity-documents.ts";
import type { Sheet } from "./contract.ts";
import { sectionsOf } from "./sheet/rules.ts";
import { dueAfter, needsReminder, sheetNumber, timeLeft } from "./rules.ts";
import { easterOf, isWorkingDay, workingDaysAfter, workingDaysUntil } from "./working-days.ts";

test("a sheet writes its amount as people in Peru do, with its thousands apart", () => {
  const sheet = { amount: 12_345.5, currency: "PEN", provider: {}, createdAt: "2026-11-20T12:00:00Z", dueOn: "2026-12-15" } as Sheet; // what this is about
  const rows = sectionsOf(sheet).flatMap((section) => section.rows);
  expect(rows.find(([label]) => label === "Amount claimed")?.[1]).toBe("S/ 12,345.50");
});

describe("working days in Peru", () => {
  test.each(["2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01", "2030-04-21", "2035-03-25", "2038-04-25"])(
    "Easter is on %s, and the Thursday and Friday before are holidays",
    (easter) => {
      expect(easterOf(Number(easter.slice(0, 4)))).toBe(easter);
      expect([-4, -3, -2, 1].map((days) => isWorkingDay(daysAfter(easter, days)))).toEqual([true, false, false, true]);
    },
  );

  test("weekends and national holidays are not working days", () => {
    const free: string[] = [];
    for (let day = "2026-01-01"; day <= "2026-12-31"; day = daysAfter(day, 1)) {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      if (isWeekend) expect([day, isWorkingDay(day)]).toEqual([day, false]);
      else if (!isWorkingDay(day)) free.push(day.slice(5));
    }
    expect(free).toEqual([
      ...["01-01", "04-02", "04-03", "05-01", "06-29", "07-23", "07-28", "07-29", "08-06"],
      ...["10-08", "12-08", "12-09", "12-25"],
    ]);
  });

  test("the day itself doesn't count, and free days are skipped", () => {
    expect(workingDaysAfter("2026-11-20", 1)).toBe("2026-11-23"); // Friday, Monday
    expect(workingDaysAfter("2026-11-21", 1)).toBe("2026-11-23");
    expect(workingDaysAfter("2026-04-01", 1)).toBe("2026-04-06"); // Holy Week
    expect(workingDaysAfter("2026-12-07", 2)).toBe("2026-12-11");
    expect(workingDaysUntil("2026-11-20", "2026-11-23")).toBe(1);
    expect(workingDaysUntil("2026-11-23", "2026-11-23")).toBe(0);
    expect(workingDaysUntil("2026-11-24", "2026-11-23")).toBe(0);
  });
});

describe("the time to answer", () => {
  test("is fifteen working days after the day of the sheet", () => {
    expect(dueAfter("2026-11-02")).toBe("2026-11-23");
    expect(dueAfter("2026-11-20")).toBe("2026-12-15"); // two holidays in December
    expect(dueAfter("2026-07-20")).toBe("2026-08-14"); // four holidays
    for (let day = "2026-01-01"; day < "2027-01-01"; day = daysAfter(day, 1)) {
      expect(timeLeft(day, dueAfter(day))).toEqual({ days: 15, overdue: false });
      expect(isWorkingDay(dueAfter(day))).toBe(true);
    }
  });

  test("is over the day after the last one, even on a Saturday", () => {
    const due = "2026-11-20";
    expect(timeLeft("2026-11-19", due)).toEqual({ days: 1, overdue: false });
    expect(timeLeft("2026-11-20", due)).toEqual({ days: 0, overdue: false });
    expect(timeLeft("2026-11-21", due)).toEqual({ days: 0, overdue: true });
    expect(timeLeft("2026-11-24", due)).toEqual({ days: 2, overdue: true });
  });

  test("is worth a reminder from three working days before its end", () => {
    const due = "2026-11-20";
    expect(["2026-11-16", "2026-11-17", "2026-11-20", "2026-11-25"].map((day) => needsReminder(day, due))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

test("sheets are numbered as on the law's form", () => {
  expect([sheetNumber(1, 2026), sheetNumber(123_456_789, 2027)]).toEqual(["000000001-2026", "123456789-2027"]);
});

test.each<[DocumentType, string, boolean]>([
  ["DNI", "12345678", true],
  ["DNI", "1234567", false],
  ["DNI", "1234567A", false],
  ["CE", "001234567", true],
  ["CE", "12345678", false],
  ["passport", "AB123456", true],
  ["passport", "AB-12", false],
  ["passport", "1234567890123", false],
  ["RUC", "20100070970", true],
  ["RUC", "20100070971", false],
])("as a %s, %s fits: %s", (type, number, fits) => {
  expect(wrongNumber(type, number) === undefined).toBe(fits);
});

test("spaces, dots and hyphens don't matter in a document's number", () => {
  expect(documentNumber(" 12.345-678 ")).toBe("12345678");
  expect(documentNumber("ab 123456")).toBe("AB123456");
});
