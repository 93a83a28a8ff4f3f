/**
 * Which files were handed in for a draft and have been named by nothing since: `draft_of` is the thread of that draft.
 * Such a one may go again; null, for what an orb handed in, a prompt named or two threads share, stays.
 */
export const draftFiles = `
ALTER TABLE blobs ADD COLUMN draft_of TEXT;
CREATE INDEX blobs_by_hash ON blobs (sha256);
`
