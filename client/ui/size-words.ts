import { formatNumber } from '../i18n/formats.ts'
import { sizeTexts } from './words.ts'

/** Bytes in words: "512 bytes", "12 KB", "3.4 MB", "1.2 GB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return sizeTexts.bytes(bytes)
  if (bytes < 1024 * 1024) return sizeTexts.kilobytes(formatNumber(Math.round(bytes / 1024)))
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const megabytes = bytes / 1024 / 1024
  if (megabytes < 1024) return sizeTexts.megabytes(formatNumber(megabytes, one))
  return sizeTexts.gigabytes(formatNumber(megabytes / 1024, one))
}
