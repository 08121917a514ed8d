/** Under this name the browser stores the address that the shop sends notifications to, until a logout. */
export const PUSH_ADDRESS = "push-address";
