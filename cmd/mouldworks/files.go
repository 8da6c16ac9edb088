package main

import (
	"fmt"
	"strings"

	"mouldworks/internal/platform/blob"
)

// filesOptions choose where a server keeps the bytes of files.
type filesOptions struct {
	filesPlace
	Adopt bool `help:"Take the folder although the database knows another one: that one is lost for good."`
}

// filesPlace says where the bytes of files lie. Give the secret by its environment variable: everybody sees a command line.
type filesPlace struct {
	Folder    string `help:"Folder for the files of records; default: files in the data folder. Several servers on one database share it, on a disk that all of them mount."`
	Endpoint  string `help:"HOST:PORT of an S3 store for the files of records; default: the folder of --files-folder."`
	Bucket    string `help:"Bucket in that store; it must exist."`
	Region    string `help:"Region of the bucket."`
	AccessKey string `help:"Access key of the store."`
	SecretKey string `help:"Secret key of the store; best by the environment variable."`
	Plain     bool   `help:"Reach the store by http instead of https, when it is on the same machine."`
}

// bucket is what the options ask for; without an endpoint it is a folder.
func (o filesPlace) bucket() (blob.S3Options, error) {
	if o.Endpoint == "" {
		return blob.S3Options{}, nil
	}
	var missing []string
	for _, n := range []struct{ flag, value string }{{"bucket", o.Bucket}, {"access-key", o.AccessKey}, {"secret-key", o.SecretKey}} {
		if n.value == "" {
			missing = append(missing, "--files-"+n.flag)
		}
	}
	if len(missing) > 0 {
		return blob.S3Options{}, fmt.Errorf("--files-endpoint needs %s", strings.Join(missing, ", "))
	}
	return blob.S3Options{Endpoint: o.Endpoint, Bucket: o.Bucket, Region: o.Region, AccessKey: o.AccessKey, SecretKey: o.SecretKey, Plain: o.Plain}, nil
}
