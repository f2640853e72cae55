import { Refused } from "../api/http";

/** Whether passkeys work here: the page needs https or localhost, and a host name. */
export const canHavePasskeys =
  isSecureContext &&
  "PublicKeyCredential" in window &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  !/^(\d+\.){3}\d+$|^\[/.test(location.hostname);

export async function madePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  return asJson(await asked(() => navigator.credentials.create({ publicKey })));
}

export async function foundPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return asJson(await asked(() => navigator.credentials.get({ publicKey })));
}

/** Closing the browser's dialog is a cancellation, not an error. */
async function asked(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DOMException) throw new Refused("no_passkey_given", "");
    throw error;
  }
}

function asJson(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new Refused("no_passkey_given", "");
  return credential.toJSON() as Record<string, unknown>;
}
