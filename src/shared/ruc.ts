/** What a RUC begins with: people, or companies and institutions. */
const BEGINNING = /^(?:10|15|16|17|20)\d{9}$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether a text is a Peruvian tax number (RUC): 11 digits, the last of which checks the others. */
export function isRuc(text: string): boolean {
  if (!BEGINNING.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return (11 - (sum % 11)) % 10 === Number(text[10]);
}
