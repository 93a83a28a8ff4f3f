import MonitorSmartphone from 'lucide-solid/icons/monitor-smartphone'
import Orbit from 'lucide-solid/icons/orbit'
import ShieldCheck from 'lucide-solid/icons/shield-check'
import Smartphone from 'lucide-solid/icons/smartphone'
import Users from 'lucide-solid/icons/users'
import CirclePlus from 'lucide-solid/icons/circle-plus'
import type { Component } from 'solid-js'
import { settingsWords } from './words.ts'

/** A section of the settings: its part of the address, its name, and what is found there. */
export interface Section {
  readonly path: string
  readonly name: string
  readonly text: string
  readonly icon: Component<{ class?: string }>
}

/** All sections, in their order. */
export const SECTIONS: readonly Section[] = [
  { path: 'device', name: settingsWords.device, text: settingsWords.deviceText, icon: Smartphone },
  { path: 'devices', name: settingsWords.devices, text: settingsWords.devicesText, icon: MonitorSmartphone },
  { path: 'add-device', name: settingsWords.add, text: settingsWords.addText, icon: CirclePlus },
  { path: 'people', name: settingsWords.people, text: settingsWords.peopleText, icon: Users },
  { path: 'orbs', name: settingsWords.orbs, text: settingsWords.orbsText, icon: Orbit },
  { path: 'security', name: settingsWords.security, text: settingsWords.securityText, icon: ShieldCheck },
]
