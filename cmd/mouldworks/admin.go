package main

import (
	"errors"
	"fmt"

	"mouldworks/internal/app"
	"mouldworks/internal/platform/problem"
)

// adminCommand works on a database, also beside a running server.
type adminCommand struct {
	Token          tokenCommand          `cmd:"" help:"Print a new API token of a member."`
	CreateTenant   createTenantCommand   `cmd:"" help:"Make a company with its first factory and administrator."`
	CreateOperator createOperatorCommand `cmd:"" help:"Make the operator of the platform, or one more person of it."`
	ResetPassword  resetPasswordCommand  `cmd:"" help:"Give somebody who has lost the password a new first one; ends that person's sessions and tokens."`
	OIDCClient     oidcClientCommand     `cmd:"" name:"oidc-client" help:"Let another program sign its people in here."`
	OIDCClients    oidcClientsCommand    `cmd:"" name:"oidc-clients" help:"List the programs that sign their people in here."`
	OIDCRemove     oidcRemoveCommand     `cmd:"" name:"oidc-remove" help:"Delete an OIDC client and revoke its tokens."`
	LoginDomain    loginDomainCommand    `cmd:"" help:"Give a company an address of its own for signing in."`
	VerifyLog      verifyLogCommand      `cmd:"" help:"Prove that nobody has changed a company's operation log."`
}

type tokenCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Tenant   string `required:"" help:"Code of the tenant."`
	User     string `required:"" help:"User name of the member."`
	Name     string `default:"command line" help:"What the token is for."`
}

// Run prints the token; it cannot be read again.
func (c *tokenCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error {
		token, err := a.IssueToken(background(), c.Tenant, c.User, c.Name)
		if err == nil {
			fmt.Println(token)
		}
		return err
	})
}

type createTenantCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Key      string `required:"" help:"Code of the tenant."`
	Name     string `required:"" help:"Name of the company."`
	Phone    string `required:"" help:"Phone number of its administrator."`
	Factory  string `default:"Factory 1" help:"Name of its first factory."`
	Zone     string `default:"Asia/Shanghai" help:"IANA zone of the factory."`
}

// Run makes the company and prints the administrator's first password.
func (c *createTenantCommand) Run() error {
	if err := app.CheckTenant(c.Key, c.Name, c.Factory, c.Zone, c.Phone); err != nil {
		return byOption(err)
	}
	return administerNew(c.Data, c.Database, func(a app.Server) error {
		password, err := a.CreateTenant(background(), c.Key, c.Name, c.Factory, c.Zone, c.Phone)
		if err == nil {
			fmt.Println(firstPassword("Administrator", c.Phone, password))
		}
		return err
	})
}

// firstPassword says how the person signs in: a phone that has an account already keeps its password.
func firstPassword(who, phone, password string) string {
	if password == "" {
		return fmt.Sprintf("%s %s has an account already and signs in with its password", who, phone)
	}
	return fmt.Sprintf("%s %s, first password %s", who, phone, password)
}

type createOperatorCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Phone    string `required:"" help:"Phone number of the person."`
	Zone     string `default:"Asia/Shanghai" help:"IANA zone whose dates count for licences."`
}

// Run makes the operator and prints the person's first password.
func (c *createOperatorCommand) Run() error {
	if err := app.CheckOperator(c.Phone, c.Zone); err != nil {
		return byOption(err)
	}
	return administerNew(c.Data, c.Database, func(a app.Server) error {
		password, err := a.CreateOperator(background(), c.Phone, c.Zone)
		if err == nil {
			fmt.Println(firstPassword("Operator", c.Phone, password))
		}
		return err
	})
}

type resetPasswordCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Phone    string `required:"" help:"Phone number of the person."`
}

// Run prints the new password, which the person has to change at the first sign-in.
func (c *resetPasswordCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error {
		password, err := a.ResetPassword(background(), c.Phone)
		if err == nil {
			fmt.Printf("%s, first password %s; it has to be changed at the first sign-in\n", c.Phone, password)
		}
		return err
	})
}

// byOption names each fault of a form by the option that it was given with.
func byOption(err error) error {
	options := map[string]string{"code": "--key", "factoryName": "--factory", "phoneNum": "--phone"}
	_, said := problem.Of(err).Wire(problem.English)
	fields, _ := said.([]problem.FieldError)
	var all []error
	for _, f := range fields {
		option := options[f.Field]
		if option == "" {
			option = "--" + f.Field
		}
		all = append(all, fmt.Errorf("%s: %s", option, f.Message))
	}
	return errors.Join(all...)
}

type loginDomainCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Tenant   string `required:"" help:"Code of the tenant."`
	URL      string `help:"https://HOST where its people sign in; without it they sign in where everybody does."`
}

// Run sets the address.
func (c *loginDomainCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error { return a.SetLoginDomain(background(), c.Tenant, c.URL) })
}

type verifyLogCommand struct {
	Data     string `default:"./data" help:"Data folder of the server."`
	Database string `help:"postgres:// URL; without it SQLite in the data folder."`
	Tenant   string `required:"" help:"Code of the tenant."`
}

// Run prints the last seal. Kept elsewhere, its hash proves later that the log up to it is still the same.
func (c *verifyLogCommand) Run() error {
	return administer(c.Data, c.Database, func(a app.Server) error {
		last, err := a.VerifyLog(background(), c.Tenant)
		if err == nil && last.Number == 0 {
			fmt.Println("The operation log has no seal yet: a line is sealed a few minutes after it was written")
		} else if err == nil {
			fmt.Printf("The operation log is whole: %d seals, the last one %s of %s\n", last.Number, last.Hash, last.SealedAt.Format("2006-01-02T15:04:05Z"))
		}
		return err
	})
}

// administer works on a database that is there, without working its jobs: with a wrong folder it would answer for a new one.
func administer(data, database string, fn func(app.Server) error) error {
	return withServer(app.Options{Data: data, Database: database, Existing: true}, fn)
}

// administerNew works on a database that it makes where there is none: the first company and the operator come before the first start.
func administerNew(data, database string, fn func(app.Server) error) error {
	return withServer(app.Options{Data: data, Database: database}, fn)
}

func withServer(o app.Options, fn func(app.Server) error) error {
	a, err := app.OpenServer(background(), o)
	if err != nil {
		return err
	}
	if err := fn(a); err != nil {
		_ = a.Close(background()) // the first error counts
		return err
	}
	return a.Close(background())
}
