/** The address that another device opens: the public one, or this page's own. */
export function addressFor(publicUrl: string | null, origin: string): string {
  return (publicUrl ?? origin).replace(/\/+$/, '')
}

/** True where a phone can use this address: browsers give keys to pages over https alone. */
export function isForPhones(address: string): boolean {
  return address.startsWith('https://')
}
