/** How large a picture is drawn, in pixels of the canvas: cut to a square, or whole with a longest side. */
export type PictureSize = { readonly square: number } | { readonly longest: number }

/**
 * Draws a picture's pixels: its bytes are decoded and never laid out as a document, so that nothing in them can run or
 * be fetched. False where this browser cannot decode them.
 */
export async function drawPicture(canvas: HTMLCanvasElement, blob: Blob, size: PictureSize): Promise<boolean> {
  const image = await createImageBitmap(blob).catch(() => null)
  const context = canvas.getContext('2d')
  if (image === null || context === null) return false
  const { width, height } = image
  if ('square' in size) {
    const side = Math.min(width, height)
    canvas.width = canvas.height = size.square
    context.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size.square, size.square)
  } else {
    const scale = Math.min(1, size.longest / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  image.close()
  return true
}
