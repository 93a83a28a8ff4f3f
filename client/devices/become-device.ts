import { keepDeviceKey, type DeviceKey } from './device-key.ts'
import { pinFounding } from './pin.ts'

/** The relay has let this key in: from now on it is this device's, and the roster that it stands in is believed. */
export async function becomeDevice(key: DeviceKey, founding: string): Promise<void> {
  await pinFounding(founding)
  await keepDeviceKey(key)
  // Without it a browser may clear the key when its disk is short.
  void navigator.storage?.persist?.()
}
