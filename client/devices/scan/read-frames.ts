import jsQR from 'jsqr'

/** Between two looks at a frame: quick for a person, and easy on a phone. */
const LOOK_MS = 150
/** The longer side of what is looked at, px: a code that fills a third of the picture is read at this size. */
const LOOK_SIZE = 640

/**
 * Looks for codes in what a video shows, and tells the text of each. Frames are drawn into a canvas of this page and
 * read here; none is kept or sent. Returns the way to stop.
 */
export function readFrames(video: HTMLVideoElement, found: (text: string) => void): () => void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const look = (): void => {
    const { videoWidth, videoHeight } = video
    if (context === null || videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) return
    const scale = Math.min(1, LOOK_SIZE / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    const code = jsQR(data, width, height, { inversionAttempts: 'attemptBoth' })
    if (code !== null && code.data !== '') found(code.data)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
