import { Route, Router } from '@solidjs/router'
import { lazy, onCleanup, onMount, type JSX } from 'solid-js'
import { refreshIfOld, startSession } from './devices/session.ts'
import { SignedIn } from './devices/signed-in.tsx'
import { FleetPage } from './fleet/fleet-page.tsx'
import {
  ApprovalPage,
  FirstPage,
  InboxPage,
  likelyPreloads,
  NotFoundPage,
  OrbPage,
  PairPage,
  preloadPage,
  RecoverPage,
  SearchPage,
  SessionsPage,
  SettingsPage,
  SharePage,
  WorkspacePage,
} from './pages.ts'
import { aheadOfNeed } from './platform/ahead-of-need.ts'
import { onLifecycle } from './platform/lifecycle.ts'
import { UpdateBar } from './platform/update-bar.tsx'
import { Layout } from './shell/layout.tsx'

/** The component gallery exists in a development build alone. */
const GalleryPage = import.meta.env.DEV ? lazy(() => import('./gallery/gallery-page.tsx')) : null

/** The whole app: pages, who may see them, and the notice of a new version. */
export function App(): JSX.Element {
  onMount(() => {
    startSession()
    onCleanup(aheadOfNeed({ likely: likelyPreloads, page: (path) => void preloadPage(path) }))
    onCleanup(
      onLifecycle((event) => {
        if (event === 'resume') refreshIfOld()
      }),
    )
  })

  return (
    <>
      <Router>
        <Route path="/first" component={FirstPage} />
        <Route path="/pair" component={PairPage} />
        <Route path="/recover" component={RecoverPage} />
        <Route path="/" component={Framed}>
          <Route path="/" component={FleetPage} />
          <Route path={['/o/:orbId', '/o/:orbId/t/:threadId']} component={OrbPage} />
          <Route path="/o/:orbId/files" component={WorkspacePage} />
          <Route path="/o/:orbId/sessions" component={SessionsPage} />
          <Route path="/inbox" component={InboxPage} />
          <Route path="/search" component={SearchPage} />
          <Route path="/a/:approvalId" component={ApprovalPage} />
          <Route path={['/new', '/share']} component={SharePage} />
          <Route path="/settings/:section?/:item?" component={SettingsPage} />
          <Route path="*rest" component={NotFoundPage} />
        </Route>
        {GalleryPage === null ? null : <Route path="/gallery" component={GalleryPage} />}
      </Router>
      <UpdateBar />
    </>
  )
}

function Framed(props: { readonly children?: JSX.Element }): JSX.Element {
  return (
    <SignedIn>
      <Layout>{props.children}</Layout>
    </SignedIn>
  )
}
