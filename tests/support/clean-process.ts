import { setCurrency, US_DOLLARS } from "#shared/money.ts";

// Test files share a process, and the shops of the file before may have shown prices in another currency.
setCurrency(US_DOLLARS);
