import type { JSX } from 'solid-js'
import { EmptyState } from '../ui/empty-state.tsx'
import { ToFleet } from './ways-on.tsx'
import { PageHeader } from './page-header.tsx'
import { shellWords } from './words.ts'

/** An address that leads nowhere. */
export function NotFoundPage(): JSX.Element {
  return (
    <>
      <PageHeader title={shellWords.notFound} backHref="/" />
      <EmptyState text={shellWords.notFoundText}>
        <ToFleet />
      </EmptyState>
    </>
  )
}
