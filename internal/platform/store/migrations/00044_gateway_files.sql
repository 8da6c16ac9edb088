-- +goose Up
-- Where the bytes of a file lie: at the gateway of this serverAppUuid, or, when it is empty, in the blob store of the cloud.
ALTER TABLE file ADD COLUMN gateway TEXT NOT NULL DEFAULT '';
CREATE INDEX file_gateway ON file (gateway);
-- A file that the cloud has asked a gateway for. It names its tenant in "home", like the key of the gateway: whoever
-- brings the bytes proves to be the gateway, and no tenant is known before.
CREATE TABLE gateway_transfer (
  id TEXT PRIMARY KEY, gateway TEXT NOT NULL, home TEXT NOT NULL, factory TEXT NOT NULL, file TEXT NOT NULL, size BIGINT NOT NULL, sum TEXT NOT NULL,
  asked_at TIMESTAMP NOT NULL, state TEXT NOT NULL);
CREATE INDEX gateway_transfer_asked ON gateway_transfer (asked_at);
-- Somebody who is signed in links a work app to the account by the same way out and back; empty = somebody signs in.
ALTER TABLE sso_login ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
