import { createSignal, type Accessor } from 'solid-js'

const [online, setOnline] = createSignal(typeof navigator === 'undefined' || navigator.onLine)

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => setOnline(true))
  window.addEventListener('offline', () => setOnline(false))
}

/** False where the device itself says that it has no network. True proves nothing. */
export const isOnline: Accessor<boolean> = online
