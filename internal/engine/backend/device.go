package backend

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"epaminondas/net"
)

// A Device is the name of a way in which a backend evaluates.
type Device string

// The devices. [Auto] stands for the one that suits the network.
const (
	Auto  Device = "auto"
	CPU   Device = "cpu"   // one position at a time, in the thread of its search
	Batch Device = "batch" // the positions of several searches together
	Check Device = "check" // cpu and batch, with an error if they differ
)

// device is the row of a device in the table.
type device struct {
	name       Device
	note       string // what a help text adds to the name, if anything
	attributes func() Attributes
	open       func(n *net.Network, a Attributes) source
}

// devices returns all devices besides auto. A new device is a row here.
func devices() []device {
	return []device{
		{CPU, "", directAttributes, openDirect},
		{Batch, "", batchedAttributes, openBatched},
		{Check, "compares cpu with batch", batchedAttributes, openChecked},
	}
}

// names returns the names of all devices.
func names() []string {
	list := []string{string(Auto)}
	for _, d := range devices() {
		list = append(list, string(d.name))
	}
	return list
}

// HelpWords replaces ${devices} in the help texts of the command line in which it is embedded.
type HelpWords struct{}

// Words returns the text for each word.
func (HelpWords) Words() map[string]string { return map[string]string{"devices": Choices()} }

// Choices lists the names of all devices for help texts, such as "auto, cpu or batch".
func Choices() string {
	list := names()
	for i, d := range devices() {
		if d.note != "" {
			list[i+1] += " (" + d.note + ")"
		}
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// Validate reports a name that is no device. The empty name is [Auto].
func (d Device) Validate() error {
	if all := names(); d != "" && !slices.Contains(all, string(d)) {
		return fmt.Errorf("backend: device is %.40q, want one of %s", string(d), strings.Join(all, ", "))
	}
	return nil
}

// UnmarshalText reads the name of a device.
func (d *Device) UnmarshalText(text []byte) error {
	*d = Device(text)
	return d.Validate()
}

// row returns the row of a device that is not auto.
func (d Device) row() (device, error) {
	all := devices()
	i := slices.IndexFunc(all, func(row device) bool { return row.name == d })
	if i < 0 {
		return device{}, d.Validate()
	}
	return all[i], nil
}

// wide is the least number of channels for which batches are faster: the weights of a convolution
// then leave the second-level cache before the next position needs them (docs/performance.md).
const wide = 96

// resolve returns the device that auto stands for.
func (d Device) resolve(c net.Config) Device {
	switch {
	case d != "" && d != Auto:
		return d
	case c.Channels >= wide:
		return Batch
	}
	return CPU
}

// cores returns the number of cores that this process uses.
func cores() int { return runtime.GOMAXPROCS(0) }
