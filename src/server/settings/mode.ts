/** Whether the server runs in development (`--dev`). Import this first: React picks its build by NODE_ENV when it loads. */
export const dev: boolean = process.argv.includes("--dev");

process.env.NODE_ENV = dev ? "development" : "production";
