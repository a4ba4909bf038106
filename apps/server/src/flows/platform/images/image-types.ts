/** The types that are accepted, and the only ones that images are served as. No SVG: it can hold scripts. */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** An image without anything that is not needed to draw it. */
export interface Image {
  mime: ImageType
  width: number
  height: number
  bytes: Buffer
}

export const isImageType = (value: unknown): value is ImageType => (imageTypes as readonly unknown[]).includes(value)
