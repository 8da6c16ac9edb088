-- +goose Up
-- +goose StatementBegin
CREATE TABLE title (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, sort_order INTEGER NOT NULL, remark TEXT NOT NULL, valid BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id), UNIQUE (tenant_id, code));
-- +goose StatementEnd

-- +goose StatementBegin
-- level is 1 for a department without a parent; it follows the parent.
CREATE TABLE department (
  id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenant (id), version BIGINT NOT NULL, created_at TIMESTAMP NOT NULL, created_by TEXT NOT NULL, updated_at TIMESTAMP NOT NULL, updated_by TEXT NOT NULL,
  code TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, parent_id TEXT NOT NULL, address TEXT NOT NULL, phone TEXT NOT NULL, remark TEXT NOT NULL, manager_id TEXT NOT NULL, valid BOOLEAN NOT NULL,
  UNIQUE (tenant_id, id), UNIQUE (tenant_id, code));
-- +goose StatementEnd

-- What a company knows of a member. phone repeats the account's, to be shown and searched; joining: 1 joined, 2 invited, 3
-- invitation withdrawn; join_way: 1 invitation, 2 initial password.
ALTER TABLE member ADD COLUMN english_name TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN spell_name TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN work_number TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN sex INTEGER NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN marital_status INTEGER NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN birthday TEXT;
ALTER TABLE member ADD COLUMN id_card TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN intro TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN email TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN office_phone TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN qq TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN we_chat TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN department_id TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN managed_department_id TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN title_id TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN entry_date TEXT;
ALTER TABLE member ADD COLUMN labour_rate BIGINT NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN work_rate BIGINT NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN worklog BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE member ADD COLUMN ip TEXT NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN language INTEGER NOT NULL DEFAULT 1;
ALTER TABLE member ADD COLUMN employee_status INTEGER NOT NULL DEFAULT 1;
ALTER TABLE member ADD COLUMN joining INTEGER NOT NULL DEFAULT 1;
ALTER TABLE member ADD COLUMN join_way INTEGER NOT NULL DEFAULT 2;
UPDATE member SET phone = (SELECT phone FROM account WHERE account.id = member.account_id);
UPDATE member SET expire_date = '2099-12-31' WHERE expire_date IS NULL OR expire_date = '';
UPDATE member SET real_name = user_name WHERE real_name = '';
UPDATE member SET page_size = 50 WHERE page_size < 10 OR page_size > 500;
CREATE UNIQUE INDEX member_work_number ON member (tenant_id, work_number) WHERE work_number <> '';
CREATE INDEX member_department ON member (tenant_id, department_id);
CREATE INDEX member_expiry ON member (expire_date);

-- An invitation of a member, by its hash. It names its tenant in "home", so that no policy hides it before the tenant is known.
CREATE TABLE invitation (
  id TEXT PRIMARY KEY, code_hash TEXT NOT NULL UNIQUE, home TEXT NOT NULL, member_id TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account (id), made_at TIMESTAMP NOT NULL);
CREATE INDEX invitation_member ON invitation (member_id);
CREATE INDEX invitation_account ON invitation (account_id);
