#!/usr/bin/env bash
# Lets the emulator use KVM: the device belongs to root otherwise.
set -euo pipefail

rule='KERNEL=="kvm", GROUP="kvm", MODE="0666", OPTIONS+="static_node=kvm"'
printf '%s\n' "$rule" | sudo tee /etc/udev/rules.d/99-laglens-kvm.rules >/dev/null
sudo udevadm control --reload-rules
sudo udevadm trigger --name-match=kvm
