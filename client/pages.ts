import { deferred, type Deferred } from './platform/deferred.tsx'

/**
 * Every page but the fleet, each with code of its own: who is called to the fleet does not wait for what lies behind it.
 * All of them are kept on the device by the service worker, so that they open without a network too.
 */
export const FirstPage = deferred(async () => (await import('./devices/first/first-page.tsx')).default)
export const PairPage = deferred(async () => (await import('./devices/join/pair-page.tsx')).default)
export const RecoverPage = deferred(async () => (await import('./devices/recover/recover-page.tsx')).default)
export const OrbPage = deferred(async () => (await import('./orbs/orb-page.tsx')).OrbPage)
export const InboxPage = deferred(async () => (await import('./inbox/inbox-page.tsx')).default)
export const ApprovalPage = deferred(async () => (await import('./approvals/approval-page.tsx')).ApprovalPage)
export const WorkspacePage = deferred(async () => (await import('./workspace/workspace-page.tsx')).default)
export const SessionsPage = deferred(async () => (await import('./sessions/sessions-page.tsx')).default)
export const SearchPage = deferred(async () => (await import('./search/search-page.tsx')).default)
export const SettingsPage = deferred(async () => (await import('./settings/settings-page.tsx')).default)
export const SharePage = deferred(async () => (await import('./share/share-page.tsx')).default)
export const NotFoundPage = deferred(async () => (await import('./shell/not-found-page.tsx')).NotFoundPage)

const byPath: readonly [RegExp, Pick<Deferred, 'preload'>][] = [
  [/^\/o\/[^/]+\/files/, WorkspacePage],
  [/^\/o\/[^/]+\/sessions/, SessionsPage],
  [/^\/o\//, OrbPage],
  [/^\/a\//, ApprovalPage],
  [/^\/inbox/, InboxPage],
  [/^\/search/, SearchPage],
  [/^\/settings/, SettingsPage],
]

/** Fetches the page at an address of this app, where it has code of its own. Never rejects. */
export async function preloadPage(path: string): Promise<void> {
  await byPath.find(([pattern]) => pattern.test(path))?.[1].preload()
}

/** Fetch what a person in the fleet opens next, most likely first. */
export const likelyPreloads = [ApprovalPage, OrbPage, InboxPage, SettingsPage].map((page) => page.preload)
