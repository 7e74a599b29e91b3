package sandbox

import (
	"time"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// What a sandbox shows and takes, by the names of its parts, so that a test needs only this package.
type (
	Exchange  = traffic.Exchange
	User      = world.User
	Message   = world.Message
	Reaction  = world.Reaction
	Component = world.Component
	Pick      = world.Pick
	Command   = world.Command
	Option    = world.Option
	Choice    = world.Choice
	Outcome   = world.Outcome
)

// The states of an interaction.
const (
	Waiting  = world.Waiting
	Deferred = world.Deferred
	Answered = world.Answered
	Modal    = world.Modal
	Failed   = world.Failed
)

// Permissions that Deny can take away.
const (
	PermissionViewChannel  = world.PermissionViewChannel
	PermissionSendMessages = world.PermissionSendMessages
	PermissionAttachFiles  = world.PermissionAttachFiles
)

// Opt is a plain option.
func Opt(name string, value any) Option { return world.Opt(name, value) }

// Typing is the option a person is typing right now, for Complete.
func Typing(name string, value any) Option { return world.Typing(name, value) }

// Sub is a subcommand with its options.
func Sub(name string, options ...Option) Option { return world.Sub(name, options...) }

// IDTime gives the moment an id was made, to the millisecond.
func IDTime(id string) (time.Time, error) { return world.IDTime(id) }
