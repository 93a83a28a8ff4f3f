import Cable from 'lucide-solid/icons/cable'
import HardDrive from 'lucide-solid/icons/hard-drive'
import Info from 'lucide-solid/icons/info'
import Palette from 'lucide-solid/icons/palette'
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

/** All sections, in their order. Their words are read anew for each language. */
export const SECTIONS: readonly Section[] = [
  section('device', Smartphone, 'device', 'deviceText'),
  section('appearance', Palette, 'appearance', 'appearanceText'),
  section('connection', Cable, 'connection', 'connectionText'),
  section('storage', HardDrive, 'storage', 'storageText'),
  section('devices', MonitorSmartphone, 'devices', 'devicesText'),
  section('add-device', CirclePlus, 'add', 'addText'),
  section('people', Users, 'people', 'peopleText'),
  section('orbs', Orbit, 'orbs', 'orbsText'),
  section('security', ShieldCheck, 'security', 'securityText'),
  section('about', Info, 'about', 'aboutText'),
]

type Word = {
  [K in keyof typeof settingsWords]: (typeof settingsWords)[K] extends string ? K : never
}[keyof typeof settingsWords]

function section(path: string, icon: Section['icon'], name: Word, text: Word): Section {
  return {
    path,
    icon,
    get name() {
      return settingsWords[name]
    },
    get text() {
      return settingsWords[text]
    },
  }
}
