import { expect, test } from "vitest";
import { SETTINGS } from "./environment.ts";
import { misspelledSettings } from "./misspelled-settings.ts";

const meant = (...names: string[]) =>
  misspelledSettings(Object.fromEntries(names.map((name) => [name, "x"]))).map((line) => / ([A-Z0-9_]+)\?$/.exec(line)?.[1]);

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["PUBLIC_ULR", "PUBLIC_URL"],
  ["DATADIR", "DATA_DIR"],
  ["data_dir", "DATA_DIR"],
  ["CATALOG", "CATALOGUE"],
  ["WORKER", "WORKERS"],
  ["BACKUP_PASPHRASE", "BACKUP_PASSPHRASE"],
  ["S3_ACCES_KEY_ID", "S3_ACCESS_KEY_ID"],
  ["BACKUP_S3_ACCESS_KEY", "BACKUP_S3_ACCESS_KEY_ID"],
])("%s is reported, with the setting that was meant", (name, setting) => {
  expect(meant(name)).toEqual([setting]);
});

test("a setting itself is not reported, nor what resembles one that is set", () => {
  expect(meant(...SETTINGS)).toEqual([]);
  expect(meant("DATABASE_URL", "DATABASE_URI")).toEqual([]);
});

test("what other programs use is not reported", () => {
  const others = [
    "HOME",
    "HOSTNAME",
    "PATH",
    "LANG",
    "USER",
    "SHELL",
    "MAIL",
    "TERM",
    "LOGNAME",
    "PGHOST",
    "PGPORT",
    "HTTP_PROXY",
    "SSH_TTY",
  ];
  const containers = ["DESPENSA_PORT", "DESPENSA_SERVICE_HOST", "KUBERNETES_PORT", "POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"];
  const ours = ["NODE_ENV", "NODE_COMPILE_CACHE", "INIT_CWD", "npm_config_user_agent", "npm_execpath", "NODE_UNIQUE_ID", "AWS_REGION"];
  expect(meant(...others, ...containers, ...ours)).toEqual([]);
});
