/** Settings of a shop that keeps the complaints book. */
export const COMPLAINTS_BOOK = {
  complaintsBook: true,
  legalName: "Bodega Sur S.A.C.",
  taxId: "20100070970",
  address: "Av. Arequipa 100\nLima",
};

/** A sheet as a consumer files it. */
export const COMPLAINT = {
  name: "José Ñahui Peña",
  documentType: "DNI",
  documentNumber: "12345678",
  address: "Jr. Unión 200, Lima",
  phone: "+51 999 888 777",
  email: "jose@shop.example",
  good: "product",
  description: "Arroz de 5 kg",
  kind: "reclamo",
  detail: "La bolsa llegó rota.",
  request: "Quiero que me devuelvan el dinero.",
  accepted: true,
} as const;
