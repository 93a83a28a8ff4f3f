/**
 * How true a room's content is right now.
 * `live`: what is shown is what the relay has. `catching-up`: a connection is being made or the first state is on its way.
 * `away`: no connection since; what is shown is from before. `refused`: the relay said no, by a close code.
 */
export type RoomStatus =
  | { readonly state: 'catching-up' }
  | { readonly state: 'live' }
  | { readonly state: 'away'; readonly since: number }
  | { readonly state: 'refused'; readonly code: number }
