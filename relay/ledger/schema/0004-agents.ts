/** What a runner says of its agent (JSON of adapter, asking, answeredFromInside), and what a run changed (JSON). */
export const agents = `
ALTER TABLE orbs ADD COLUMN agent TEXT;
ALTER TABLE runs ADD COLUMN changes TEXT;
`
