import { loadConfig, type Config } from "./config.ts";
import { SETTINGS } from "./environment.ts";
import { misspelledSettings } from "./misspelled-settings.ts";

/** The settings for a command at a terminal, which says what looks misspelled. @throws StartError as {@link loadConfig} does */
export function commandConfig(): Config {
  const config = loadConfig(process.env);
  for (const line of misspelledSettings(process.env, SETTINGS)) console.error(line);
  return config;
}
