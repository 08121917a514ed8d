/** Whether the server runs for development (`--dev`). Imported first: React chooses its build by NODE_ENV as it is loaded. */
export const dev: boolean = process.argv.includes("--dev");

process.env.NODE_ENV = dev ? "development" : "production";
