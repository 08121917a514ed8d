import { byHandover, byWay, type Facts } from "./originals.ts";
import type { TextName } from "./contract.ts";

/** The Spanish of the original texts. It says what the English says, under the same conditions. */
export const spanishOriginalsOf = ({
  delivers,
  freeDelivery,
  pickupOnly,
  collects,
  complaintsBook,
  offline,
  push,
}: Facts): Readonly<Record<TextName, string>> => ({
  about: `# Sobre {name}

Un mercado fresco y tranquilo ${pickupOnly ? "cerca de ti" : "que llega a tu puerta"}: ${freeDelivery ? "productos de calidad, una excelente atención y envío gratis" : "productos de calidad y una excelente atención"}.

## Nuestra misión

Llenar una buena despensa no debería quitarte la tarde. Tenemos lo que de verdad se usa en casa, con precios claros, y ${byWay({ freeDelivery, pickupOnly }, { free: "te lo llevamos gratis", charged: "lo llevamos hasta tu puerta", pickup: "lo tenemos listo para que lo recojas" })}.

## Nuestros valores

- **Precios claros.** El precio que ves es el que pagas. ${byWay({ freeDelivery, pickupOnly }, { free: "El envío es gratis en todos los pedidos.", charged: "Ves cuánto cuesta el envío antes de hacer tu pedido.", pickup: "Recoger tu pedido es gratis." })}
- **Buena comida.** Vendemos lo que pondríamos en nuestra propia mesa.
- **Stock real.** Ves qué está agotado y cuánto queda cuando queda poco.
- **Atención sin molestias.** Sin ventanas emergentes, sin rastreo, sin trucos. Una persona te responde en menos de 24 horas.

## Nuestro equipo

Compradores que conocen por su nombre a sus agricultores y panaderos, empacadores que ponen los huevos encima de todo${pickupOnly ? "" : ", repartidores que cierran la reja al salir"} y unas cuantas personas que mantienen esta tienda simple y rápida.

## Contacto

Escríbenos a [{email}](mailto:{email}) o usa nuestro [formulario de contacto](/ContactUsPage). Los plazos de ${pickupOnly ? "recojo" : "entrega"} están en nuestra [política de envíos](/shipping-policy).
`,

  shipping: `# Política de envíos

${byWay({ freeDelivery, pickupOnly }, { free: "El envío es gratis en todos los pedidos, grandes o pequeños.", charged: "El costo de envío depende de dónde vives. Lo ves antes de hacer tu pedido.", pickup: "No hacemos envíos. Recoges tu pedido en la tienda, sin costo." })}${collects && !pickupOnly ? " También puedes recoger tu pedido en la tienda, sin costo." : ""}

## Cuánto demora

- **La preparación** demora de 3 a 7 días hábiles.
${pickupOnly ? "" : "- **El envío** demora de 2 a 5 días hábiles en promedio, desde que tu pedido sale de la tienda.\n"}${delivers ? `- **Si eliges un horario** al hacer tu pedido, ${byHandover({ collects, pickupOnly }, { delivery: "llega", both: "llega o está listo para recoger", pickup: "está listo" })} en ese horario.\n` : ""}
## Si cambias de opinión

Puedes cancelar un pedido dentro de las 24 horas de haberlo hecho. Si para entonces ya está ${byHandover({ collects, pickupOnly }, { delivery: "en camino, avísanos igual: intentaremos detenerlo", both: "en camino o listo para recoger, avísanos igual: intentaremos detenerlo", pickup: "listo para recoger, avísanos igual: veremos qué podemos hacer" })} y te responderemos por correo. Pasadas las 24 horas, todavía puedes cancelarlo mientras ${byHandover({ collects, pickupOnly }, { delivery: "no se haya enviado", both: "no se haya enviado ni esté listo para recoger", pickup: "no esté listo para recoger" })}.

${pickupOnly ? "" : "## Si la dirección está mal\n\nAvísanos dentro de las 24 horas de hacer tu pedido y corregiremos la dirección antes de que salga el paquete.\n\n"}## Productos dañados

Cerca de 1 de cada 1000 productos llega dañado. Si te pasa, envíanos una foto y te lo cambiamos o te devolvemos el dinero. Revisa nuestra [política de devoluciones](/returns).

## Preguntas

Escríbenos a [{email}](mailto:{email}). Respondemos en menos de 24 horas.
`,

  returns: `# Devoluciones

Si algo no está bien, lo solucionamos.

## ${pickupOnly ? "Estaba" : "Llegó"} dañado, malogrado o equivocado

Escríbenos con tu número de pedido y una foto. Te cambiamos el producto o te devolvemos el dinero, como prefieras. No hace falta que devuelvas los alimentos malogrados.

## Si cambias de opinión

- Puedes cancelar tu pedido hasta que ${byHandover({ collects, pickupOnly }, { delivery: "se envíe, y te devolvemos tu dinero. ¿Ya está en camino? Escríbenos dentro de las 24 horas de haberlo hecho e intentaremos detenerlo.", both: "se envíe o esté listo para recoger, y te devolvemos tu dinero. ¿Ya está en camino o listo? Escríbenos dentro de las 24 horas de haberlo hecho e intentaremos detenerlo.", pickup: "esté listo para recoger, y te devolvemos tu dinero. ¿Ya está listo? Escríbenos dentro de las 24 horas de haberlo hecho y veremos qué podemos hacer." })}
- Puedes devolver productos no perecibles sin abrir (conservas, artículos para el hogar, accesorios) dentro de los 14 días ${byHandover({ collects, pickupOnly }, { delivery: "de la entrega", both: "de la entrega o el recojo", pickup: "del recojo" })}.
- Los alimentos frescos y congelados, y los alimentos o cosméticos abiertos, no se pueden devolver, salvo que tengan algún problema.

## Reembolsos

Te devolvemos el dinero por el mismo medio con el que pagaste. Si pagaste en efectivo, lo hacemos en efectivo o por transferencia bancaria. Lo enviamos dentro de los 5 días hábiles siguientes a nuestra respuesta.

## Contacto

[{email}](mailto:{email}), respondemos en menos de 24 horas. Los plazos de ${pickupOnly ? "recojo" : "entrega"} están en nuestra [política de envíos](/shipping-policy).
`,

  terms: `# Términos

Lo que puedes esperar de {name} y lo que esperamos de ti.

## Pedidos

Tu pedido queda hecho cuando te lo confirmamos con un número de pedido. Si algo se agota o cambia de precio mientras completas tu compra, te avisamos antes de que hagas el pedido, y tú decides.

## Precios

Todos los precios están en {currency}. El precio que ves, ya con descuento si lo hay, es el que pagas. ${byWay({ freeDelivery, pickupOnly }, { free: "El envío es gratis", charged: "Ves el costo de envío antes de hacer tu pedido", pickup: "Recoger tu pedido es gratis" })}. Los precios de un pedido no cambian después de hacerlo.

## Pagos

Eliges cómo pagar al completar tu compra. Con pago contra entrega, pagas cuando ${byHandover({ collects, pickupOnly }, { delivery: "llega tu pedido", both: "llega tu pedido o lo recoges", pickup: "recoges tu pedido" })}.

## ${byHandover({ collects, pickupOnly }, { delivery: "Entrega", both: "Entrega, recojo", pickup: "Recojo" })}, cancelaciones y devoluciones

La [política de envíos](/shipping-policy) y la [política de devoluciones](/returns) forman parte de estos términos.

## Tu cuenta

No compartas tu contraseña y mantén tus direcciones al día. Podemos cerrar las cuentas que se usen para perjudicar a la tienda o a otras personas. Puedes eliminar tu cuenta cuando quieras.

## Si no estamos de acuerdo

Escríbenos primero; casi todo se resuelve con un correo. Tus derechos como consumidor según las leyes de tu país se aplican siempre.
`,

  privacy: `# Privacidad

Qué sabe {name} de ti, para qué y por cuánto tiempo.

## Mientras navegas

No guardamos nada sobre ti, salvo cuántas solicitudes llegan desde tu red, durante un día como máximo, para evitar abusos. Contamos qué se busca, pero no quién lo busca. No usamos publicidad, rastreo ni analítica, y ninguna otra empresa ve qué páginas abres. No hay aviso de cookies porque no hay nada que pedirte.

## En tu navegador

- Tu carrito, para que mañana siga ahí, y tus favoritos y listas hasta que inicies sesión.
- El idioma que elegiste y si prefieres el tema claro o el oscuro.
- Tus últimas búsquedas, para volver a sugerirlas. Nosotros nunca vemos esta lista. Puedes borrarla en el buscador; también se borra al cerrar sesión.
${offline ? "- Las páginas e imágenes que viste hace poco, y tus pedidos, para que puedas leerlos sin conexión. Se borran al cerrar sesión.\n" : ""}${delivers && !pickupOnly ? "- El código postal o distrito para el que consultaste el envío.\n" : ""}- Mientras tu sesión está abierta, dos tokens que demuestran que eres tú. Se borran al cerrar sesión.
- Después de iniciar sesión, una cookie con la que tu cuenta reconoce este navegador.

## Si tienes una cuenta

- Tu nombre, tu correo, tu celular y tu foto, y tu contraseña en una forma que nadie puede leer, ni siquiera nosotros.
- Las direcciones que guardas, hasta que las elimines, y tu carrito, tus favoritos y tus listas.
- Los mensajes que nos envías.
- Los inicios de sesión y los cambios de seguridad de tu cuenta, durante 180 días. Los ves en la página Seguridad.
- Los navegadores y redes desde los que inicias sesión, hasta 400 días después de la última vez, para avisarte si alguien entra desde otros.
${push ? "- Si activas las notificaciones, la dirección que tu navegador nos dio para enviarlas, hasta que las desactives o cierres sesión.\n" : ""}- Tus pedidos: qué compraste, cuánto pagaste y a dónde lo enviamos. Tenemos que conservarlos para nuestra contabilidad.
${complaintsBook ? "- Las hojas que presentas en nuestro Libro de Reclamaciones, hasta dos años después de nuestra respuesta. La ley lo exige.\n" : ""}
## Quién más lo ve

${byHandover({ collects, pickupOnly }, { delivery: "Quienes entregan tu pedido ven el nombre, la dirección y el teléfono que figuran en él.", both: "Quienes preparan y llevan tu pedido, o te lo entregan en la tienda, ven el nombre, la dirección y el teléfono que figuran en él.", pickup: "Quienes preparan tu pedido y te lo entregan ven el nombre y el teléfono que figuran en él." })} Si pagas en línea, la empresa de pagos ve el monto y hace el cobro; nosotros nunca vemos tu tarjeta. ${push ? "Las notificaciones pasan por la empresa que hace tu navegador, que no puede leerlas. " : ""}Nadie más.

## Tus derechos

En la página Seguridad de tu cuenta puedes descargar tus datos o eliminar tu cuenta. Tus pedidos quedan entonces en nuestra contabilidad, sin tu nombre ni tu dirección. También puedes pedírnoslo: [{email}](mailto:{email}). Respondemos en menos de 24 horas.
`,
});
