import type { AuthFailure, Caller } from '#kit/caller.ts'

/** A tool client that acts for a person. */
export interface ToolCaller extends Caller {
  client_id: string
  client_name: string
}

/** The addresses of the authorization server and the tools, as a request sees this server (2:4.5). */
export interface ToolAddresses {
  issuer: string
  mcp_url: string
  /** Where the metadata of the tools is, for the challenge of a 401. */
  metadata_url: string
}

export interface ToolAccess {
  addressesAt(origin: string): ToolAddresses
  /** Who an access token speaks for, if it is for the tools at this address. Checked against the live device. */
  identify(token: string, mcp_url: string): Promise<ToolCaller | AuthFailure>
}
