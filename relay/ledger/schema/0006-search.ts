/**
 * The words of closed entries, one row for each, numbered as the event that closed it. `place` holds the names of its
 * orb and its thread, so that a search within one touches nothing of the others. No text is stored a second time.
 */
export const search = `
CREATE VIRTUAL TABLE search_index USING fts5 (place, words, content = '', contentless_delete = 1, tokenize = 'unicode61');
INSERT INTO ledger_meta (name, value) VALUES ('searched', '0');
`
