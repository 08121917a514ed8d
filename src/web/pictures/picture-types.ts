/** The media types of pictures that the shop takes, for `accept`. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";
