import { loadConfig, type Config } from "./config.ts";
import { misspelledSettings } from "./misspelled-settings.ts";

/** The settings for a command at a terminal, which says what looks misspelled. @throws StartError as {@link loadConfig} does */
export function commandConfig(): Config {
  const config = loadConfig(process.env);
  for (const line of misspelledSettings(process.env)) console.error(line);
  return config;
}
